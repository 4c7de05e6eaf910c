"""Fields are one object each, everywhere; doubts are questions."""

import copy
import pickle

from roce_audit.packets import fields
from roce_audit.packets.fields import FIELDS, SOURCE, UNTAGGED, VLAN, Doubt


def test_a_field_is_the_same_object_after_a_journey_to_another_process():
    for field in FIELDS:
        assert pickle.loads(pickle.dumps(field)) is field  # noqa: S301 - our own bytes
        assert copy.deepcopy(field) is field


def test_every_field_takes_part_in_the_order_of_cutting():
    named = {value for value in vars(fields).values() if isinstance(value, fields.Field)}
    assert named == set(FIELDS)
    assert len({field.name for field in FIELDS}) == len(FIELDS)


def test_an_untagged_frame_has_a_vlan_value_that_no_tag_can_have():
    assert VLAN.top >= UNTAGGED > 4095
    assert SOURCE.top == (1 << 128) - 1


def test_a_doubt_is_a_question_of_one_bit_known_by_its_key():
    doubt = Doubt("line 41", "the keyword is not known")
    assert (doubt.top, doubt.name) == (1, "line 41")
    assert doubt == Doubt("line 41", "the keyword is not known")
    assert doubt != Doubt("line 42", "the keyword is not known")
