"""A list of rounds off an old score sheet: it has the team of each call, not who made it."""

from scoring.models import Device, Game
from tests.scoring.importing import imported

LIST = """\
date;game;round;team 1;team 2;points 1;points 2;double;tichu team;grand team;running 1;running 2
2007-04-09;1;1;Al & Mo;Jo & Ed;;;1;;;200;0
2007-04-09;1;2;Al & Mo;Jo & Ed;70;30;;2+;;270;130
2007-04-09;1;3;Al & Mo;Jo & Ed;45;55;;1+;;415;185
2007-04-09;1;4;Al & Mo;Jo & Ed;35;65;;;;450;250
2007-04-09;1;5;Al & Mo;Jo & Ed;10;90;;1+;;560;340
2007-04-09;1;6;Al & Mo;Jo & Ed;;;1;;;760;340
2007-04-09;1;7;Al & Mo;Jo & Ed;85;15;;1+;;945;355
2007-04-09;1;8;Al & Mo;Jo & Ed;;;1;;2-;1145;155
"""
TICHUS, GRANDS = (4, 4), (0, 1)  # made of how many, all in all
OF_FIRST_TEAM = (3, 3), (0, 0)


def a_game_by_team(device: Device) -> Game:
    """The list as a game of the phone's club."""
    imported(device, LIST.encode())
    return Game.objects.get()
