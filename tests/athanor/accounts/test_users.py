"""What users may be called, and what the database makes sure of."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from athanor.accounts.models import User
from athanor.accounts.names import not_reserved, username_shape
from tests.athanor import world


@pytest.mark.parametrize("name", ["ada", "a1", "grace-hopper", "x" * 32])
def test_it_works(name: str) -> None:
    username_shape(name)
    not_reserved(name)


@pytest.mark.parametrize("name", ["", "Ada", "a_b", "-a", "a-", "x" * 33, "a\n", "ä", "a/b", "../x", "a b"])
def test_a_name_that_does_not_fit_an_address_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        username_shape(name)


@pytest.mark.parametrize("name", ["house", "admin", "API", "none"])
def test_names_of_the_site_itself_are_kept(name: str) -> None:
    with pytest.raises(ValidationError):
        not_reserved(name)


@pytest.mark.database
@pytest.mark.django_db
def test_an_address_belongs_to_one_user_whatever_its_case() -> None:
    world.author("ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(username="eve", email="ADA@example.org")


@pytest.mark.database
@pytest.mark.django_db
def test_users_without_an_address_are_many() -> None:
    User.objects.create_user(username="one")
    User.objects.create_user(username="two")


@pytest.mark.database
@pytest.mark.django_db
def test_there_is_one_house() -> None:
    world.author("house", is_house=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        world.author("other", is_house=True)
