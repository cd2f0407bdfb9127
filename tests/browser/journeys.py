"""The browser tests that `./ops/test` runs: a dozen journeys where scripts do most. `.ci/run` runs
all of `tests/browser/`."""

QUICK = {
    "test_the_demonstration_game_is_one_click_away",
    "test_a_sheet_of_ones_own_is_drawn_up_on_a_phone_few_fields_first[fr]",
    "test_a_tap_leaves_what_can_be_done_there_and_a_second_does_it",
    "test_a_phone_shows_every_title_without_fault[convicted]",
    "test_two_rounds_typed_without_a_network_are_recorded_in_order_later",
    "test_what_happens_meanwhile_appears_and_what_is_half_entered_stays",
    "test_what_is_entered_without_a_network_goes_out_when_there_is_one",
    "test_bids_are_sealed_in_the_browser_and_shown_once_all_are_bound",
    "test_every_key_of_the_replay_moves_to_its_position",
    "test_the_keyboard_alone_gives_a_ruling",
    "test_an_arbiter_comes_into_a_hall_and_sees_at_once_who_waits",
    "test_two_phones_give_the_result_and_the_hall_sees_it",
    "test_a_player_signs_in_the_browser_and_the_key_stays_there",
}
