from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from athanor.accounts import events, queries, services
from athanor.accounts.forms import TokenForm
from athanor.accounts.models import User
from athanor.design.errors import tells_refusals
from athanor.hooks import merged


@login_required
@require_safe
def you(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    return render(request, "accounts/you.html", merged(events.own_page.call(request.user)))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The secret of a new token is in the answer to the form that made it, and nowhere else."""
    assert isinstance(request.user, User)
    form, made, status = TokenForm(request.POST or None), None, 200
    if request.method == "POST":
        made = form.save(request.user) if form.is_valid() else None
        form, status = (TokenForm(), 200) if made else (form, 400)
    context = {"tokens": queries.tokens_of(request.user), "form": form, "made": made}
    answer = render(request, "accounts/tokens.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


@login_required
@require_POST
@tells_refusals
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    services.revoke_token(user=request.user, token_id=min(token_id, 2**62))
    messages.success(request, "The token is revoked: whoever holds it is refused from now on.")
    return redirect("accounts:tokens")
