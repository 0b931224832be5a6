"""What a press on an outdated page does to changes by others: one line for each URL that accepts POST, found in the
URL conf.
"""

from collections.abc import Callable
from typing import Any

from tests.browser import visits

COMPARED = (
    "its values are compared with those its page displayed (test_saved_twice.py, or the test of the page)"
)
NAMES = "the button names the state it leads to; pressed late it leads to the same state"
NEW = "it adds a row or a line, and changes none"
ENDS = "it removes, withdraws or undoes what its address names, and sets no value"
STEP = "a step from one state to the next, refused by its service where the state is no longer that one"
ONE = "one value, chosen whole: the later choice counts"
OWN = "a person's own, which nobody else edits"
READS = "it stores nothing that others edit: it shows, computes, prints or leads on"

TABLE = {
    COMPARED: """
        tournaments:player_save tournaments:features cards:ban cards:reprint cards:expansion cards:rotation
        cards:promo cards:promo_date cards:limit cards:group cards:erratum cards:card_edit core:phones
        floor:match floor:screen_show floor:screen_change floor:screens_message pairings:tom_details pairings:wish
        tournaments:staff_role drafts:draft_set pairings:self_check_in tournaments:team_page pairings:prize_table
    """,
    NAMES: """
        tournaments:publish tournaments:webhook_switch tournaments:team_owner decks:list_lock decks:lists_lock
        decks:lists_open pairings:check_in pairings:check_out pairings:check_in_all pairings:drop
        pairings:scan pairings:arrive pairings:drop_missing pairings:day_two_check_in pairings:day_two_missing
        pairings:reinstate tournaments:move_to_today tournaments:report pairings:event_reported floor:empty_seats
        floor:absent pairings:no_shows floor:my_leave core:codes_anyway checks:check_off drafts:draft_way
        drafts:draft_tablets pairings:keep_apart pairings:let_meet pairings:unwish registration:decide
    """,
    NEW: """
        tournaments:new tournaments:join tournaments:teams tournaments:team_join registration:roster
        tournaments:staff tournaments:schedule_add tournaments:restore tournaments:division_add tournaments:webhooks
        cards:card_add cards:card_import cards:card_update cards:announce cards:ban_add cards:reprint_add
        cards:expansion_add cards:rotation_add
        cards:promo_add cards:promo_date_add cards:limit_add cards:group_add cards:erratum_add pairings:enter
        pairings:regulars pairings:known_players_here pairings:known_players pairings:take_over floor:penalty_new
        floor:rulings floor:confiscations floor:screens floor:rehearsal floor:rehearse api:tokens
        tournaments:announce tournaments:staff_invite tournaments:team_invite tournaments:team_entries
        tournaments:team_entries_load tournaments:seal_now tournaments:snapshot_now tournaments:rehearse
        tournaments:schedule_plan floor:raise_call floor:my_call floor:mark floor:my_mark checks:check_tap
        checks:check_photo_add checks:check_proxy checks:check_on_paper drafts:draft_tap drafts:tablet
        drafts:draft_stand_in drafts:draft_build drafts:draft_look drafts:draft_announce pairings:clock_press
        pairings:extra pairings:take_roster first_account decks:my_pool decks:pool decks:mine
        floor:my_events_add tournaments:webhook_ping tournaments:webhook_send_again checks:checks_pick
        registration:register registration:payments registration:claim registration:send_links
    """,
    ENDS: """
        tournaments:player_remove tournaments:staff_remove tournaments:division_remove tournaments:delete
        tournaments:snapshot_delete tournaments:webhook_delete tournaments:schedule_remove tournaments:team_remove
        tournaments:team_withdraw tournaments:staff_invitation_withdraw core:phones_remove
        tournaments:announcement_withdraw tournaments:report_withdraw session_end sessions_end job_remove
        cards:ban_remove cards:reprint_remove cards:rotation_remove cards:promo_remove cards:erratum_remove
        cards:promo_date_remove cards:limit_remove cards:group_remove drafts:pods_clear drafts:draft_remove
        drafts:draft_cancel
        decks:list_ruling_withdraw drafts:draft_step_back drafts:draft_build_back pairings:delete_known_player
        pairings:forget_known_players pairings:undo_import pairings:tom_undo pairings:undo pairings:floor_undo
        pairings:undo_round pairings:clock_undo pairings:take_out floor:clear floor:lift floor:mark_back
        floor:my_mark_back floor:my_forget floor:my_events_forget
        floor:my_events_remove floor:my_withdraw floor:penalty_withdraw floor:ruling_withdraw
        floor:ruling_restore floor:confiscation_return floor:sector_remove floor:screen_remove floor:person_forget
        floor:person_unmerge checks:checks_unpick checks:before_back checks:proxy_withdraw
        checks:check_photo_withdraw api:token_revoke
    """,
    STEP: """
        pairings:pair pairings:pair_all pairings:post pairings:post_all pairings:close pairings:close_all
        pairings:start_cut pairings:day_two pairings:pair_again pairings:draw_posted_again pairings:draw_some
        pairings:make_match pairings:feature pairings:seat_late pairings:swap pairings:result pairings:hall_result
        pairings:take_due pairings:decide pairings:accept_report pairings:uphold_result pairings:tom_continue floor:call
        floor:dispute_claim floor:pool_claim floor:penalty_confirm floor:penalty_serve floor:disqualify floor:accept
        floor:my_report floor:my_confirm floor:person_merge tournaments:merge tournaments:team_answer
        checks:check_begin checks:check_end checks:before_begin checks:before_end checks:check_paper
        drafts:pods_draw drafts:draft_seats drafts:draft_step drafts:draft_judge drafts:draft_rule decks:pools_check
        decks:my_pool_verify decks:my_pool_again decks:list_rule decks:list_send_back job_restart
        pairings:print_restart decks:my_build registration:accept registration:cancel
        registration:claim_answer drafts:draft_late
    """,
    ONE: """
        tournaments:arrange tournaments:team_rename tournaments:team_names tournaments:webhook_secret
        pairings:prize_copy
        pairings:hall_code_new tournaments:team_logo tournaments:cover pairings:copies_folder pairings:player_new_link
    """,
    OWN: """
        display_name registration:correct floor:notices floor:my_notices set_language drafts:my_draft
        account_signup account_login
        account_logout account_reauthenticate account_email account_change_password account_set_password
        account_reset_password account_confirm_login_code account_confirm_email account_reset_password_from_key
    """,
    READS: """
        registration:claim_sent
        account_inactive account_email_verification_sent account_reset_password_from_key_done
        account_reset_password_done backup too_large favicon tournaments:home tournaments:events
        core:phone_check tournaments:team tournaments:door tournaments:players registration:roster_blank
        tournaments:player tournaments:merge_with decks:check decks:builder drafts:draft_log_check decks:lists_remind
        decks:lists_recheck pairings:panel pairings:standings pairings:cut pairings:print pairings:sheet
        pairings:player_link pairings:copies_now pairings:tom_compare floor:player_matches
    """,
}


def methods(view: Any) -> list[str] | None:
    """Return the methods that Django's decorators allow, None for a view without one."""
    while view is not None:
        names = getattr(getattr(view, "__code__", None), "co_freevars", ())
        if "request_method_list" in names:
            allowed: list[str] = view.__closure__[names.index("request_method_list")].cell_contents
            return allowed
        view = getattr(view, "__wrapped__", None)
    return None


def posted() -> dict[str, Callable[..., Any]]:
    """Return each URL that accepts POST."""
    views = {name: one.callback for name, one in visits.patterns()}
    return {name: view for name, view in views.items() if "POST" in (methods(view) or ["POST"])}


def test_every_address_that_takes_post_says_why_it_overwrites_nothing_unseen() -> None:
    compared = {name for name, view in posted().items() if getattr(view, "edits_alone", False)}
    lines = [name for names in TABLE.values() for name in names.split()]
    assert len(lines) == len({*lines})
    others = {name for reason, names in TABLE.items() if reason != COMPARED for name in names.split()}
    assert posted().keys() - {*lines} - compared == set()
    assert {*lines} - posted().keys() == set()
    assert others & compared == set()
