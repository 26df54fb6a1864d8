"""The people whom a phone knows, and what their games say of them."""

from django.urls import URLPattern, path

from scoring.pages.people import views

urlpatterns: list[URLPattern] = [
    path("people/", views.people, name="people"),
    path("people/<int:player_id>/", views.person, name="person"),
    path("people/<int:player_id>/name/", views.seen_name, name="person_name"),
    path("people/<int:player_id>/data/", views.data, name="person_data"),
    path("people/<int:player_id>/data.json", views.data_file, name="person_file"),
    path("people/<int:player_id>/erase/", views.erase_person, name="person_erase"),
    path("people/<int:player_id>/rounds/<str:figure>/", views.rounds, name="person_rounds"),
    path("people/<int:player_id>/games/<str:figure>/", views.games, name="person_games"),
    path("people/<int:player_id>/with/<int:partner_id>/", views.pair, name="person_with"),
    path(
        "people/<int:player_id>/with/<int:partner_id>/against/<int:third_id>/<int:fourth_id>/",
        views.versus,
        name="person_against",
    ),
    path("people/<int:player_id>/year/<int:year>/", views.year, name="year"),
    path("people/<int:player_id>/year/<int:year>/picture.png", views.year_picture, name="year_picture"),
    path("ratings/", views.ratings, name="ratings"),
    path("ratings/<str:family>/", views.ratings, name="ratings_of"),
]
