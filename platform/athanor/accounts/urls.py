from __future__ import annotations

from django.urls import path

from athanor.accounts import views

app_name = "accounts"
urlpatterns = [
    path("you/", views.you, name="you"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke-token"),
]
