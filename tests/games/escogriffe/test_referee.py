"""Checks the referee itself on hand-made cases and random games."""

import random
from collections import Counter

import pytest

from tests.games.escogriffe.referee import DECK, Kind, Referee

WINNING_FIVE = ["hat", "redbust", "beltrg", "greenhem", "shoes"]
YELLOW = ["yellowlegs"] * 5
BLUE = ["bluechest"] * 5
TOPS = ["greenlegs", "redchest"]

RING = ("ring", "grey")
OTHER_DECK = [
    Kind("top", None, RING, 20, False),
    Kind("plain", RING, RING, 20, False),
    Kind("orange", RING, RING, 20, True),
    Kind("second", RING, RING, 20, False),
    Kind("foot", RING, None, 20, False),
]


def start(*hands: list[str], points: int = 50, tops: list[str] = TOPS) -> Referee:
    """Deals the first round with these hands."""
    referee = Referee(len(hands), points)
    referee.deal(len(hands[0]), list(hands), tops)
    return referee


def wait(referee: Referee) -> None:
    """Plays a turn that takes the top of pile 1 and puts it back."""
    card = referee.piles[0][-1]
    referee.play("take-1")
    referee.play(f"drop-{card}-1")


def draw(referee: Referee) -> None:
    """Plays a turn that draws any card of the stock and drops it on pile 1."""
    card = next(iter(referee.stock))
    referee.play("draw")
    referee.turn(card)
    referee.play(f"drop-{card}-1")


def lay_all(referee: Referee, moves: list[str]) -> None:
    """Plays these moves for seat 0 while the others wait."""
    for move in moves:
        while referee.seat != 0:
            wait(referee)
        referee.play(move)


def lays(referee: Referee) -> set[str]:
    """The legal lays."""
    return {move for move in referee.legal() if move.startswith("lay")}


def test_the_deck_has_110_cards_in_19_types() -> None:
    assert sum(kind.copies for kind in DECK) == 110
    assert len(DECK) == 19
    orange = {kind.code for kind in DECK if kind.orange}
    assert orange == {"neck", "redchest", "bluechest", "greenlegs", "yellowlegs"}


@pytest.mark.parametrize(
    ("upper", "followers"),
    [
        ("hat", "neck redbust bluebust"),
        ("curls", "neck redbust bluebust"),
        ("hood", "redchest waistcoat beltrg beltry"),
        ("neck", "neck redbust bluebust"),
        ("redbust", "redchest waistcoat beltrg beltry"),
        ("bluebust", "bluechest beltbg beltby"),
        ("redchest", "redchest waistcoat beltrg beltry"),
        ("bluechest", "bluechest beltbg beltby"),
        ("waistcoat", "bluechest beltbg beltby"),
        ("beltrg", "greenlegs greenhem boots"),
        ("beltry", "yellowlegs yellowhem"),
        ("beltbg", "greenlegs greenhem boots"),
        ("beltby", "yellowlegs yellowhem"),
        ("greenlegs", "greenlegs greenhem boots"),
        ("yellowlegs", "yellowlegs yellowhem"),
        ("greenhem", "shoes"),
        ("yellowhem", "shoes"),
        ("shoes", ""),
        ("boots", ""),
    ],
)
def test_only_matching_joints_follow(upper: str, followers: str) -> None:
    for kind in DECK:
        hand = [upper, kind.code, "neck", "neck", "neck"]
        referee = start(hand, BLUE, YELLOW)
        lay_all(referee, [f"lay-{upper}"])
        wait(referee)
        wait(referee)
        assert (f"lay-{kind.code}-feet" in referee.legal()) == (kind.code in followers.split())
        under = start([kind.code, upper, "neck", "neck", "neck"], BLUE, YELLOW)
        lay_all(under, [f"lay-{kind.code}"])
        wait(under)
        wait(under)
        assert (f"lay-{upper}-head" in under.legal()) == (kind.code in followers.split())


def test_the_first_card_may_be_any_and_equal_cards_are_one_move() -> None:
    referee = start(["shoes", "neck", "neck", "hat", "hat"], BLUE, YELLOW)
    assert referee.legal() == {
        "draw",
        "take-1",
        "take-2",
        "lay-shoes",
        "lay-neck",
        "lay-hat",
    }


@pytest.mark.parametrize(("players", "piles"), [(3, 2), (5, 2), (6, 3), (8, 3)])
def test_the_number_of_piles_follows_the_players(players: int, piles: int) -> None:
    assert len(Referee(players).piles) == piles


def test_a_repeat_of_a_type_that_is_not_orange_is_refused() -> None:
    referee = Referee(3, deck=OTHER_DECK)
    hand = ["plain", "plain", "orange", "orange", "second"]
    referee.deal(5, [hand, hand, hand], ["foot", "foot"])
    lay_all(referee, ["lay-plain"])
    wait(referee)
    wait(referee)
    assert lays(referee) == {
        "lay-orange-head",
        "lay-orange-feet",
        "lay-second-head",
        "lay-second-feet",
    }
    assert referee.fired - {"E7"} == {"E3"}
    lay_all(referee, ["lay-orange-feet", "lay-orange-feet"])
    assert referee.figures[0] == ["plain", "orange", "orange"]


def test_different_figures_from_both_ends_are_no_equal_moves() -> None:
    referee = Referee(3, deck=OTHER_DECK)
    hand = ["orange", "plain", "orange", "top", "foot"]
    referee.deal(5, [hand, hand, hand], ["foot", "foot"])
    lay_all(referee, ["lay-plain", "lay-orange-feet"])
    wait(referee)
    wait(referee)
    assert {"lay-orange-head", "lay-orange-feet"} <= lays(referee)
    assert "E17" not in referee.fired


def test_who_empties_a_pile_must_discard_there() -> None:
    referee = start(["hat", "neck", "neck", "shoes", "boots"], BLUE, YELLOW)
    referee.play("take-2")
    assert referee.drawn == "redchest"
    codes = ("hat", "neck", "shoes", "boots", "redchest")
    assert referee.legal() == {f"drop-{code}-2" for code in codes}
    assert "E7" in referee.fired
    referee.play("drop-neck-2")
    assert referee.piles == [["greenlegs"], ["neck"]]
    assert referee.drawn is None


def test_who_leaves_a_card_in_the_pile_discards_where_he_likes() -> None:
    referee = start(WINNING_FIVE, BLUE, YELLOW)
    referee.play("draw")
    assert referee.wants == "card"
    assert referee.seat == 0
    referee.turn("neck")
    referee.play("drop-neck-1")
    referee.play("take-1")
    assert referee.legal() == {
        "drop-bluechest-1",
        "drop-bluechest-2",
        "drop-neck-1",
        "drop-neck-2",
    }
    assert "E7" not in referee.fired


def test_a_figure_is_not_closed_below_the_target() -> None:
    referee = start(["hood", "beltrg", "boots", "greenhem", "neck"], BLUE, YELLOW)
    lay_all(referee, ["lay-hood", "lay-beltrg-feet"])
    wait(referee)
    wait(referee)
    assert lays(referee) == {"lay-greenhem-feet"}
    assert "E8" in referee.fired


def test_the_last_card_is_not_laid_without_completing() -> None:
    referee = start(["hat", "neck", "neck", "neck", "neck"], BLUE, YELLOW)
    lay_all(referee, ["lay-hat", *["lay-neck-feet"] * 3])
    wait(referee)
    wait(referee)
    assert lays(referee) == set()
    assert "E9" in referee.fired
    with pytest.raises(ValueError, match="illegal"):
        referee.play("lay-neck-feet")


def test_the_winner_gets_the_target_and_three_more() -> None:
    referee = start(WINNING_FIVE, BLUE, YELLOW)
    lay_all(referee, ["lay-beltrg", "lay-redbust-head", "lay-hat-head", "lay-greenhem-feet"])
    lay_all(referee, ["lay-shoes-feet"])
    assert referee.figures[0] == WINNING_FIVE
    assert referee.gained == referee.totals == [8, 0, 0]
    assert referee.round_winner == 0
    assert referee.last_chance == {}
    assert (referee.wants, referee.round, referee.first, referee.seat) == ("deal", 2, 1, None)
    referee.deal(5, [BLUE, YELLOW, WINNING_FIVE], TOPS)
    assert referee.seat == 1


def last_chance_game(totals: list[int]) -> Referee:
    """Plays a round of three that seat 0 wins with 8, seat 1 gets 3 and seat 2 nothing."""
    other = ["hood", "beltrg", "boots", "neck", "neck"]
    third = ["curls", "bluebust", "shoes", "boots", "neck"]
    referee = start(WINNING_FIVE, other, third)
    referee.totals = totals
    for code in ("hat", "hood", "curls"):
        referee.play(f"lay-{code}")
    for code in ("redbust", "beltrg", "bluebust"):
        referee.play(f"lay-{code}-feet")
    lay_all(referee, [f"lay-{code}-feet" for code in WINNING_FIVE[2:]])
    return referee


def test_the_last_chance_pays_a_completed_figure_of_any_size() -> None:
    referee = last_chance_game([0, 0, 0])
    assert referee.last_chance == {1: "boots"}
    assert referee.figures[1] == ["hood", "beltrg", "boots"]
    assert referee.hands[1] == ["neck", "neck"]
    assert referee.gained == [8, 3, 0]
    assert "E12" in referee.fired


def test_the_last_chance_at_the_target_pays_no_bonus() -> None:
    second = ["curls", "redbust", "beltry", "yellowhem", "shoes"]
    referee = start(WINNING_FIVE, second, BLUE)
    for index in range(4):
        end = "-feet" if index else ""
        referee.play(f"lay-{WINNING_FIVE[index]}{end}")
        referee.play(f"lay-{second[index]}{end}")
        wait(referee)
    referee.play("lay-shoes-feet")
    assert referee.gained == [8, 5, 0]
    assert referee.hands[1] == []


def test_the_last_chance_may_lay_the_head_and_takes_the_first_of_deck_order() -> None:
    second = ["curls", "hat", "redbust", "beltrg", "boots"]
    referee = start(WINNING_FIVE, second, BLUE)
    for index in range(4):
        end = "-feet" if index else ""
        referee.play(f"lay-{WINNING_FIVE[index]}{end}")
        if index < 3:
            referee.play(f"lay-{second[index + 2]}{end}")
        else:
            wait(referee)
        wait(referee)
    referee.play("lay-shoes-feet")
    assert referee.last_chance == {1: "hat"}
    assert referee.figures[1] == ["hat", "redbust", "beltrg", "boots"]
    assert referee.gained == [8, 4, 0]


def test_the_last_chances_go_clockwise_from_the_winner() -> None:
    small = ["hood", "beltrg", "boots", "neck", "neck"]
    referee = start(small, WINNING_FIVE, small)
    for index in range(5):
        end = "-feet" if index else ""
        for figure in (small, WINNING_FIVE, small):
            if referee.wants == "move" and f"lay-{figure[index]}{end}" in referee.legal():
                referee.play(f"lay-{figure[index]}{end}")
            elif referee.wants == "move":
                wait(referee)
    assert referee.round_winner == 1
    assert list(referee.last_chance.items()) == [(2, "boots"), (0, "boots")]
    assert referee.gained == [3, 8, 3]


def test_nobody_completes_from_an_empty_figure() -> None:
    single = [*OTHER_DECK, Kind("dwarf", None, None, 20, True)]
    referee = Referee(3, deck=single)
    hand = ["dwarf", "orange", "orange", "orange", "orange"]
    referee.deal(5, [hand, hand, hand], ["top", "foot"])
    assert lays(referee) == {"lay-orange"}
    assert "E8" in referee.fired
    while referee.wants == "move":
        wait(referee)
    assert referee.gained == [0, 0, 0]


def fill(players: int, target: int) -> tuple[list[list[str]], list[str]]:
    """Hands and tops in the order of the deck."""
    cards = [kind.code for kind in DECK for _ in range(kind.copies)]
    hands = [cards[seat * target : (seat + 1) * target] for seat in range(players)]
    return hands, cards[players * target :][: 2 if players <= 5 else 3]


def test_the_discards_are_shuffled_when_the_last_card_is_drawn() -> None:
    referee = Referee(4)
    referee.deal(12, *fill(4, 12))
    assert referee.stock.total() == 60
    for _ in range(60):
        assert referee.wants == "move"
        draw(referee)
    assert (referee.wants, referee.seat) == ("piles", None)
    discards = Counter(referee.piles[0] + referee.piles[1])
    with pytest.raises(ValueError, match="hat"):
        referee.reshuffle(["hat", "hat"])
    referee.reshuffle(["shoes", "boots"])
    assert referee.piles == [["shoes"], ["boots"]]
    assert referee.stock == discards - Counter(["shoes", "boots"])
    assert (referee.wants, referee.seat) == ("move", 0)
    assert referee.fired & {"E10", "E11"} == {"E10"}


def test_the_second_reshuffle_is_not_made_after_twenty_cards_a_player() -> None:
    referee = Referee(4)
    referee.deal(12, *fill(4, 12))
    for _ in range(60):
        draw(referee)
    referee.reshuffle([referee.piles[0][-1], referee.piles[0][-2]])
    for _ in range(60):
        assert referee.round == 1
        draw(referee)
    assert (referee.wants, referee.round, referee.round_winner) == ("deal", 2, None)
    assert {"E10", "E11"} <= referee.fired


def test_exactly_twenty_cards_a_player_end_the_round() -> None:
    """The first reshuffle is made in any case; the second after 80 cards is not."""
    for stock, wanted in ((40, "deal"), (39, "piles")):
        referee = Referee(4, deck=[Kind("orange", RING, RING, 4 * 5 + 2 + stock, True)])
        referee.deal(5, [["orange"] * 5] * 4, ["orange"] * 2)
        for _ in range(stock):
            draw(referee)
        referee.reshuffle(["orange"] * 2)
        while referee.wants == "move":
            draw(referee)
        assert referee.wants == wanted


def test_every_player_has_the_last_chance_in_a_round_without_winner() -> None:
    referee = start(["hat", *["neck"] * 4], ["hood", "beltrg", "boots", "neck", "neck"], YELLOW)
    for move in ("lay-neck", "lay-hood"):
        referee.play(move)
    wait(referee)
    wait(referee)
    referee.play("lay-beltrg-feet")
    while referee.wants == "move":
        draw(referee)
        if referee.wants == "piles":
            referee.reshuffle([referee.piles[0][-1], referee.piles[0][-2]])
    assert referee.round_winner is None
    assert "E11" in referee.fired
    assert referee.last_chance == {1: "boots"}
    assert referee.gained == [0, 3, 0]


def test_ten_rounds_without_a_point_end_the_match() -> None:
    referee = Referee(3)
    for _ in range(10):
        assert referee.wants == "deal"
        referee.deal(5, [WINNING_FIVE, BLUE, YELLOW], TOPS)
        for _ in range(30):
            wait(referee)
    assert referee.wants == "over"
    assert referee.winners == {0, 1, 2}
    assert "E19" in referee.fired


def test_ten_idle_turns_of_everyone_end_the_round() -> None:
    referee = start(WINNING_FIVE, BLUE, YELLOW)
    for _ in range(29):
        wait(referee)
    draw(referee)
    for _ in range(29):
        wait(referee)
    referee.play("lay-yellowlegs")
    for _ in range(30):
        assert referee.wants == "move"
        wait(referee)
    assert (referee.wants, referee.round_winner) == ("deal", None)
    assert "E16" in referee.fired
    assert "E11" not in referee.fired


def test_both_ends_are_legal_where_they_give_the_same_figure() -> None:
    referee = start(["neck", "neck", "neck", "hat", "redbust"], BLUE, YELLOW)
    lay_all(referee, ["lay-neck"])
    wait(referee)
    wait(referee)
    assert lays(referee) == {
        "lay-neck-head",
        "lay-neck-feet",
        "lay-hat-head",
        "lay-redbust-feet",
    }
    assert "E17" in referee.fired


def test_the_highest_total_wins() -> None:
    referee = last_chance_game([41, 47, 0])
    assert referee.totals == [49, 50, 0]
    assert (referee.wants, referee.winners, referee.round) == ("over", {1}, 1)
    assert "E14" not in referee.fired


def test_the_winner_of_the_round_wins_a_tie() -> None:
    referee = last_chance_game([42, 47, 50])
    assert referee.winners == {0}
    assert "E14" in referee.fired


def test_a_tie_without_the_winner_of_the_round_is_shared() -> None:
    assert last_chance_game([10, 57, 60]).winners == {1, 2}


def test_a_tie_after_a_round_without_winner_is_shared() -> None:
    referee = start(WINNING_FIVE, BLUE, YELLOW)
    referee.totals = [49, 50, 50]
    while referee.wants == "move":
        wait(referee)
    assert referee.winners == {1, 2}
    assert referee.round_winner is None


def test_a_game_goes_on_below_the_points() -> None:
    assert last_chance_game([41, 46, 49]).wants == "deal"


def test_bad_calls_are_refused() -> None:
    for players in (2, 9):
        with pytest.raises(ValueError, match="players"):
            Referee(players)
    with pytest.raises(ValueError, match="need 39 cards"):  # E18
        Referee(3, deck=[Kind("orange", RING, RING, 38, True)])
    Referee(3, deck=[Kind("orange", RING, RING, 39, True)])
    referee = Referee(3)
    assert referee.legal() == set()
    with pytest.raises(ValueError, match="waits for"):
        referee.play("draw")
    with pytest.raises(ValueError, match="target"):
        referee.deal(4, [BLUE[:4]] * 3, TOPS)
    with pytest.raises(ValueError, match="bluechest"):
        referee.deal(5, [BLUE] * 3, TOPS)
    with pytest.raises(ValueError, match="tops"):
        referee.deal(5, [BLUE, YELLOW, WINNING_FIVE], [*TOPS, "hat"])
    referee.deal(5, [BLUE, YELLOW, WINNING_FIVE], TOPS)
    with pytest.raises(ValueError, match="illegal"):
        referee.play("take-3")
    with pytest.raises(ValueError, match="waits for"):
        referee.turn("neck")
    referee.play("draw")
    with pytest.raises(ValueError, match="no unicorn"):
        referee.turn("unicorn")


def pick_cards(rng: random.Random, cards: Counter[str], number: int) -> list[str]:
    """Cards at random."""
    return rng.sample(sorted(cards.elements()), number)


def choose(rng: random.Random, moves: list[str], style: str) -> str:
    """A random move; eager players lay when they can, idle ones seldom draw."""
    laying = [move for move in moves if move.startswith("lay")]
    if style == "eager" and laying:
        return rng.choice(laying)
    if style == "idle" and rng.random() < 0.98:
        return rng.choice([move for move in moves if move != "draw"])
    return rng.choice(moves)


def advance(referee: Referee, rng: random.Random, style: str) -> None:
    """Plays one random step."""
    piles = len(referee.piles)
    if referee.wants == "deal":
        target = rng.randint(5, 12)
        whole = Counter({kind.code: kind.copies for kind in referee.kinds.values()})
        cards = pick_cards(rng, whole, referee.players * target + piles)
        hands = [cards[seat * target : (seat + 1) * target] for seat in range(referee.players)]
        referee.deal(target, hands, cards[-piles:])
    elif referee.wants == "card":
        referee.turn(pick_cards(rng, referee.stock, 1)[0])
    elif referee.wants == "piles":
        discards = Counter(code for pile in referee.piles for code in pile)
        referee.reshuffle(pick_cards(rng, discards, piles))
    else:
        referee.play(choose(rng, sorted(referee.legal()), style))


def check(referee: Referee) -> None:
    """Checks what holds at the start of every turn."""
    if referee.wants != "move" or referee.drawn is not None:
        return
    cards = Counter(referee.stock)
    for group in (referee.hands, referee.figures, referee.piles):
        for part in group:
            cards.update(part)
    assert cards == Counter({kind.code: kind.copies for kind in referee.kinds.values()})
    assert referee.stock.total() > 0
    assert all(referee.piles)
    for hand, figure in zip(referee.hands, referee.figures, strict=True):
        assert hand
        assert len(hand) + len(figure) == referee.target


def play_game(seed: int, players: int, points: int, deck: list[Kind]) -> Referee:
    """Plays a whole random game."""
    rng = random.Random(seed)
    referee = Referee(players, points, deck)
    style = ("plain", "eager", "idle")[seed % 3]
    for _ in range(1_000_000):
        if referee.wants == "over":
            return referee
        advance(referee, rng, style)
        check(referee)
    raise AssertionError("the game does not end")


def test_random_games_end() -> None:
    fired: set[str] = set()
    for players in range(3, 9):
        referee = play_game(players, players, 30, DECK)
        assert max(referee.totals) >= 30
        assert referee.winners
        fired |= referee.fired
    assert fired >= {"E7", "E8", "E9", "E10", "E11", "E12", "E16", "E17"}
    assert "E3" not in fired
