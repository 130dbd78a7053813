from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from athanor.accounts.models import User
from athanor.notices import queries, services


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """What the site has to tell its reader. Looking changes nothing; the button says that all of it is read."""
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST":
        upto = request.POST.get("upto", "")
        if upto.isdecimal() and len(upto) < 19:
            services.read(user=user, upto=int(upto), now=timezone.now())
        return redirect("notices:notices")
    return render(request, "notices/notices.html", {"notices": queries.notices_of(user)})
