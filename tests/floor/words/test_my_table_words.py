from floor.words.my_table_words import NEXT
from pairings.engine.player_status import PlayerStatus


def test_no_state_of_a_player_is_without_a_sentence():
    assert set(NEXT) == set(PlayerStatus)
