"""Addresses of clubs and tournaments: public pages and the desk.

Access to each is listed in `tournaments.permissions`, for clubs in `scoring.games.permissions`.
"""

from django.urls import path

from tournaments.pages import front
from tournaments.pages.club import (
    all_time,
    closing,
    evening_picture,
    evenings,
    imports,
    people_list,
    records,
)
from tournaments.pages.club import membership as club_own
from tournaments.pages.club import setup as club_setup
from tournaments.pages.club import views as home
from tournaments.pages.club import year as club_year
from tournaments.pages.desk import (
    embedding,
    event_copy,
    exchange,
    hiding_deleting,
    log,
    name_visibility,
    new,
    people,
    whole_club,
)
from tournaments.pages.desk import setup as desk_setup
from tournaments.pages.desk import views as desk
from tournaments.pages.entrants import check_in, entrant, entrants, seeds
from tournaments.pages.hall import checks, clock, evening
from tournaments.pages.hall import views as board
from tournaments.pages.mine import views as mine
from tournaments.pages.own import boards as own_boards
from tournaments.pages.own import cards as own_cards
from tournaments.pages.own import contacts as own_contacts
from tournaments.pages.own import leaving as own_leaving
from tournaments.pages.own import log as own_log
from tournaments.pages.own import messages as own_messages
from tournaments.pages.own import stand_ins as own_stand_ins
from tournaments.pages.own import views as own
from tournaments.pages.printed import views as printed
from tournaments.pages.public import (
    boards,
    bracket,
    downloads,
    picture,
    registration,
    session_files,
    standings,
    tournaments,
)
from tournaments.pages.public import views as tournament
from tournaments.pages.rounds import boards as desk_boards
from tournaments.pages.rounds import (
    changes,
    deals,
    disputes,
    hands,
    noted_hands,
    paper_results,
    papers,
    penalties,
    rounds,
    seats,
    undoing,
    wrong_result,
)
from tournaments.pages.rounds import fouled_board as desk_fouled
from tournaments.pages.rounds import late_play as desk_late_play
from tournaments.pages.rounds import match as rounds_match
from tournaments.pages.rounds import movement as desk_movement
from tournaments.pages.rounds import played_boards as desk_played
from tournaments.pages.rounds import stand_ins as rounds_stand_ins
from tournaments.pages.rounds.opened_results import open_results
from tournaments.pages.season import person, setting
from tournaments.pages.season import views as season
from tournaments.pages.table import card
from tournaments.pages.table import stand_ins as table_stand_ins
from tournaments.pages.table import views as table_match
from tournaments.pages.wall import prize_giving
from tournaments.pages.wall import views as screens
from tournaments.pages.webhooks import views as webhooks

C = "clubs/<int:club_id>/"
D = "desk/<uuid:tournament_id>/"
T = "tournaments/<uuid:tournament_id>/"
S = "desk/seasons/<uuid:season_id>/"
W = "desk/clubs/<int:club_id>/webhooks/"

urlpatterns = [
    # The front page.
    path("", front.front, name="front"),
    # Clubs: founding and joining one; its page, evenings, people, calendar.
    path("club/", club_own.club, name="club"),
    path("club/start/", club_own.start, name="club_start"),
    path("club/leave/", club_own.leave, name="club_leave"),
    path("club/join/<str:token>/", club_own.join, name="club_join"),
    path("club/calendar/<str:token>/", club_setup.calendar, name="club_calendar"),
    path(f"{C}", home.home, name="club_home"),
    path(f"{C}figures/<str:figure>/", home.figure, name="club_figure"),
    path(f"{C}people/", people_list.people, name="club_people"),
    path(f"{C}people/add/", people_list.add, name="club_add"),
    path(f"{C}people/guests/", people_list.guests, name="club_guests"),
    path(f"{C}import/", imports.imports, name="club_imports"),
    path(f"{C}import/<int:import_id>/undo/", imports.undo, name="club_import_undo"),
    path(f"{C}all-time/", all_time.all_time_table, name="club_all_time"),
    path(f"{C}all-time/<int:player_id>/", all_time.champion, name="club_champion"),
    path(f"{C}records/", records.records, name="club_records"),
    path(f"{C}records/<str:key>/", records.record, name="club_record"),
    path(f"{C}years/<int:year>/", club_year.year, name="club_year"),
    path(f"{C}ratings/", people_list.ratings, name="club_ratings"),
    path(f"{C}ratings/<str:family>/", people_list.ratings, name="club_ratings_of"),
    path(f"{C}me/", home.me, name="club_me"),
    path(f"{C}evenings/", evenings.evenings, name="club_evenings"),
    path(f"{C}evenings/<str:night>/", evenings.evening, name="club_evening"),
    path(
        f"{C}evenings/<str:night>/picture.png",
        evening_picture.evening_picture,
        name="club_evening_picture",
    ),
    path(f"{C}plan/", evenings.plan, name="club_plan"),
    path(f"{C}plan/<int:evening_id>/", evenings.change, name="club_change"),
    path(f"{C}plan/<int:evening_id>/off/", evenings.off, name="club_off"),
    path(f"{C}plan/<int:evening_id>/answer/", home.answer_evening, name="club_answer"),
    path(f"{C}setup/", club_setup.setup, name="club_setup"),
    path(f"{C}setup/link/", club_setup.link, name="club_link"),
    path(f"{C}setup/feed/", club_setup.feed, name="club_feed"),
    path(f"{C}setup/public/", club_setup.public, name="club_public"),
    path(f"{C}close/", closing.close, name="club_close"),
    # My page.
    path("me/", mine.my_game, name="my_game"),
    path("me/rounds/<str:figure>/", mine.rounds, name="my_rounds"),
    path("me/games/<str:figure>/", mine.games, name="my_games"),
    path("me/<int:claim_id>/account/", mine.account, name="my_account"),
    path("me/<int:claim_id>/found/", mine.found, name="my_found"),
    path("me/evenings/<int:evening_id>/", mine.answer_evening, name="my_answer"),
    # A tournament's public pages.
    path("tournaments/", tournaments.tournaments, name="tournaments"),
    path(T, tournament.tournament, name="tournament"),
    path(f"{T}picture/", picture.tournament_picture, name="tournament_picture"),
    path(f"{T}rounds/", tournament.tournament_rounds, name="tournament_rounds"),
    path(
        f"{T}rounds/<int:stage>/<int:number>/", tournament.tournament_round, name="tournament_round"
    ),
    path(f"{T}matches/<int:match_id>/", tournament.tournament_match, name="tournament_match"),
    path(f"{T}entrants/<int:entrant_id>/", tournament.entrant, name="entrant"),
    path(f"{T}standings/<int:stage>/", standings.standings, name="standings"),
    path(f"{T}standings/<int:stage>/standings.csv", downloads.standings_csv, name="standings_csv"),
    path(
        f"{T}standings/<int:stage>/<int:entrant_id>/<slug:criterion>/",
        standings.standings_value,
        name="standings_value",
    ),
    path(f"{T}bracket/<int:stage>/", bracket.bracket, name="bracket"),
    path(f"{T}cross-table/<int:stage>/", tournament.cross_table, name="cross_table"),
    path(f"{T}boards/<int:stage>/", boards.boards, name="tournament_boards"),
    path(f"{T}boards/<int:stage>/<int:number>/", boards.board, name="tournament_board"),
    path(
        f"{T}boards/<int:stage>/travellers.csv", session_files.travellers_csv, name="travellers_csv"
    ),
    path(
        f"{T}boards/<int:stage>/record.jsonl", session_files.session_record, name="session_record"
    ),
    path(f"{T}register/", registration.register, name="register"),
    path(f"{T}register/row/", registration.register_row, name="register_row"),
    path(f"{T}results.csv", downloads.results_csv, name="results_csv"),
    # An entrant's own page; the token gives access.
    path("own/<str:token>/", own.own_page, name="own_page"),
    path("own/<str:token>/check-in/", own.own_check_in, name="own_check_in"),
    path(
        "own/<str:token>/stand-ins/<int:match_id>/",
        own_stand_ins.own_stand_ins,
        name="own_stand_ins",
    ),
    path("own/<str:token>/contacts/", own_contacts.own_contacts, name="own_contacts"),
    path("own/<str:token>/leave/", own_leaving.own_leave, name="own_leave"),
    path("own/<str:token>/log/", own_log.own_log, name="own_log"),
    path("own/<str:token>/messages/", own_messages.own_messages, name="own_messages"),
    path("own/<str:token>/manifest.json", own_messages.own_manifest, name="own_manifest"),
    path("own/<str:token>/boards/", own_boards.own_boards, name="own_boards"),
    path(
        "own/<str:token>/cards/<int:match_id>/<int:board>/", own_cards.own_cards, name="own_cards"
    ),
    path(
        "own/<str:token>/boards/<int:stage>/<int:number>/", own_boards.own_board, name="own_board"
    ),
    path("own/<str:token>/<slug:action>/", own.own_do, name="own_do"),
    # The phone at a table: the card on it, its code, and its match.
    path("match/<str:token>/", table_match.match, name="match"),
    path("match/<str:token>/games/<int:number>/", table_match.match_play, name="match_play"),
    path("match/<str:token>/date/", table_match.match_date, name="match_date"),
    path("match/<str:token>/stand-ins/", table_stand_ins.match_stand_ins, name="match_stand_ins"),
    path("match/<str:token>/<slug:action>/", table_match.match_do, name="match_do"),
    path("table/", card.table_code, name="table_code"),
    path("card/<str:token>/", card.card, name="card"),
    # Venue screens, their remote control, and the prize-giving.
    path("screen/<str:token>/", screens.screen, name="screen"),
    path(f"{D}screens/", screens.screens, name="desk_screens"),
    path(f"{D}screens/<int:screen_id>/", screens.screen_desk, name="desk_screen"),
    path(f"{D}screens/<int:screen_id>/<slug:action>/", screens.screen_do, name="desk_screen_do"),
    path(f"{D}hang/", screens.hang, name="desk_hang"),
    path(f"{D}reveal/", prize_giving.reveal, name="desk_reveal"),
    # Printed pages.
    path(f"{D}print/", printed.print_hub, name="desk_print"),
    path(f"{D}print/<slug:what>/", printed.print_page, name="desk_print_page"),
    path(f"{D}print/cards/<int:number>/", printed.card, name="desk_card"),
    # The desk during play: the board, clocks, the double-check list, how the evening is run.
    path(f"{D}board/", board.board, name="desk_board"),
    path(
        f"{D}rounds/<int:stage>/<int:number>/clock/<slug:action>/",
        clock.clock,
        name="desk_clock",
    ),
    path(f"{D}matches/<int:match_id>/extra/", clock.extra, name="desk_extra"),
    path(f"{D}remarks/<int:remark_id>/call/", board.call, name="desk_call"),
    path(f"{D}phones/<int:phone_id>/", board.phone, name="desk_phone"),
    path(f"{D}checks/", checks.checks, name="desk_checks"),
    path(f"{D}checks/<int:match_id>/", checks.check, name="desk_check"),
    path(f"{D}wrong-result/", wrong_result.wrong_result, name="desk_wrong"),
    path(f"{D}evening/", evening.evening, name="desk_evening"),
    # The desk: entrants, and who is missing.
    path(f"{D}missing/", check_in.missing, name="desk_missing"),
    path(f"{D}entrants/", entrants.entrants, name="desk_entrants"),
    path(f"{D}entrants/enter/", entrants.enter, name="desk_enter"),
    path(f"{D}entrants/list/", entrants.pasted_list, name="desk_list"),
    path(f"{D}entrants/seeds/", seeds.seeds, name="desk_seeds"),
    path(f"{D}entrants/refuse-all/", entrants.refuse_all, name="desk_refuse_all"),
    path(f"{D}entrants/all-here/", check_in.all_here, name="desk_all_here"),
    path(f"{D}entrants/<int:entrant_id>/", entrant.entrant, name="desk_entrant"),
    path(f"{D}entrants/<int:entrant_id>/check-in/", check_in.check_in, name="desk_check_in"),
    path(
        f"{D}entrants/<int:entrant_id>/<slug:action>/", entrant.entrant_do, name="desk_entrant_do"
    ),
    # The desk: clubs, their tournaments, setup, people, log, exported documents.
    path("desk/", desk.desk, name="desk"),
    path("desk/clubs/", desk.start_club, name="desk_club"),
    path("desk/example/", desk.example, name="desk_example"),
    path("desk/clubs/<int:club_id>/new/", new.new, name="desk_new"),
    path("desk/clubs/<int:club_id>/names/", name_visibility.names, name="desk_names"),
    path("desk/join/<str:token>/", people.join, name="desk_join"),
    path(f"{D}", desk.tournament, name="desk_tournament"),
    path(f"{D}about/", desk_setup.about, name="desk_about"),
    path(f"{D}stages/add/", desk_setup.stage_add, name="desk_stage_add"),
    path(f"{D}stages/<int:number>/", desk_setup.stage, name="desk_stage"),
    path(f"{D}stages/<int:number>/remove/", desk_setup.stage_remove, name="desk_stage_remove"),
    path(f"{D}turn/<slug:action>/", desk.change_state, name="desk_turn"),
    path(f"{D}again/", event_copy.again, name="desk_again"),
    path(f"{D}delete/", desk.delete, name="desk_delete"),
    path(f"{D}over/", hiding_deleting.over, name="desk_over"),
    path(f"{D}log/", log.log, name="desk_log"),
    path(f"{D}embed/", embedding.embed, name="desk_embed"),
    path(f"{D}people/", people.people, name="desk_people"),
    path("desk/import/", exchange.import_document, name="desk_import"),
    path("desk/clubs/<int:club_id>/people/", people.people_of_club, name="desk_roles"),
    path("desk/clubs/import/", whole_club.import_document, name="desk_club_import"),
    path("desk/clubs/<int:club_id>/document/", whole_club.export_club, name="desk_club_export"),
    path(f"{D}export/", exchange.export_document, name="desk_export"),
    # Seasons: what the club's people see, and what its directors set up.
    path("seasons/", season.seasons, name="seasons"),
    path("seasons/<uuid:season_id>/", season.season, name="season"),
    path("seasons/<uuid:season_id>/figures/<str:figure>/", season.figure, name="season_figure"),
    path("seasons/<uuid:season_id>/people/<int:player_id>/", person.person, name="season_person"),
    path(
        "seasons/<uuid:season_id>/people/<int:player_id>/rounds/<str:figure>/",
        person.rounds,
        name="season_person_rounds",
    ),
    path(
        "seasons/<uuid:season_id>/people/<int:player_id>/games/<str:figure>/",
        person.games,
        name="season_person_games",
    ),
    path("desk/clubs/<int:club_id>/seasons/", setting.seasons, name="desk_seasons"),
    path(f"{S}", setting.setup, name="desk_season"),
    path(f"{S}events/", setting.events, name="desk_season_events"),
    path(f"{S}show/", setting.show, name="desk_season_show"),
    path(f"{S}delete/", setting.delete, name="desk_season_delete"),
    # A club's webhooks, for its directors.
    path(W, webhooks.webhooks, name="desk_webhooks"),
    path(f"{W}<int:webhook_id>/", webhooks.webhook, name="desk_webhook"),
    path(f"{W}<int:webhook_id>/do/<slug:action>/", webhooks.do, name="desk_webhook_do"),
    path(f"{W}<int:webhook_id>/delete/", webhooks.delete, name="desk_webhook_delete"),
    # The desk: rounds, matches, penalties; changes after publication, settling, undoing.
    path(f"{D}log/<int:line_id>/undo/", undoing.undo_line, name="desk_undo"),
    path(f"{D}rounds/<int:stage>/<int:number>/places/", changes.places, name="desk_places"),
    path(f"{D}matches/<int:match_id>/move/", changes.move, name="desk_move_result"),
    path(f"{D}matches/<int:match_id>/paper/", paper_results.paper, name="desk_paper"),
    path(f"{D}rounds/<int:stage>/<int:number>/papers/", papers.papers, name="desk_papers"),
    path(f"{D}matches/<int:match_id>/correct/", paper_results.correct, name="desk_correct"),
    path(f"{D}matches/<int:match_id>/settle/", disputes.settle, name="desk_settle"),
    path(f"{D}matches/<int:match_id>/late/<uuid:entry_id>/", disputes.late, name="desk_late"),
    path(
        f"{D}matches/<int:match_id>/games/<int:game>/hands/<int:number>/",
        hands.hand,
        name="desk_hand",
    ),
    path(
        f"{D}matches/<int:match_id>/stand-ins/", rounds_stand_ins.stand_ins, name="desk_stand_ins"
    ),
    path(f"{D}matches/<int:match_id>/seats/", seats.seats, name="desk_seats"),
    path(f"{D}remarks/<int:remark_id>/answer/", disputes.answer, name="desk_answer"),
    path(
        f"{D}movement/<int:stage>/boards/<int:number>/",
        desk_fouled.fouled_board,
        name="desk_fouled_board",
    ),
    path(f"{D}movement/<int:stage>/", desk_movement.movement, name="desk_movement"),
    path(f"{D}movement/<int:stage>/coming/", desk_movement.seat_coming_again, name="desk_coming"),
    path(
        f"{D}matches/<int:match_id>/boards/", desk_played.played_boards, name="desk_played_boards"
    ),
    path(
        f"{D}matches/<int:match_id>/late/<int:board>/",
        desk_late_play.late_play,
        name="desk_late_play",
    ),
    path(f"{D}matches/<int:match_id>/averages/", desk_boards.averages, name="desk_averages"),
    path(f"{D}deals/<int:stage>/", deals.deals, name="desk_deals"),
    path(f"{D}deals/<int:stage>/sheets/", deals.sheets, name="desk_deal_sheets"),
    path(f"{D}deals/<int:stage>/hands/", noted_hands.noted_hands, name="desk_noted_hands"),
    path(f"{D}results/<int:stage>/open/", open_results, name="desk_open_results"),
    # Last: a match's address ends in any word.
    path(f"{D}rounds/", rounds.draw, name="desk_draw"),
    path(f"{D}stages/<int:stage>/<slug:action>/", rounds.stage_do, name="desk_stage_do"),
    path(f"{D}rounds/<int:stage>/<int:number>/", rounds.session_round, name="desk_round"),
    path(f"{D}rounds/<int:stage>/<int:number>/swap/", rounds.swap, name="desk_swap"),
    path(
        f"{D}rounds/<int:stage>/<int:number>/<slug:action>/", rounds.round_do, name="desk_round_do"
    ),
    path(f"{D}matches/<int:match_id>/", rounds_match.match, name="desk_match"),
    path(f"{D}matches/<int:match_id>/<slug:action>/", rounds_match.match_do, name="desk_match_do"),
    path(f"{D}penalties/", penalties.penalties, name="desk_penalties"),
    path(f"{D}penalties/<int:ruling_id>/undo/", penalties.undo, name="desk_penalty_undo"),
]
