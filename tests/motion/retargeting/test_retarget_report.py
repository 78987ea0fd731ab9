import numpy as np

from biped_control.motion.retargeting.retarget_report import ContactPhase, contact_phases


def test_contact_phases_cover_the_clip_without_overlap():
    contacts = np.zeros((10, 4), dtype=np.bool_)
    contacts[0:6, 0] = True
    contacts[4:8, 3] = True
    assert contact_phases(contacts) == (
        ContactPhase(0, 4, ("right_heel",)),
        ContactPhase(4, 2, ("right_heel", "left_toe")),
        ContactPhase(6, 2, ("left_toe",)),
        ContactPhase(8, 2, ()),
    )


def test_one_phase():
    assert contact_phases(np.ones((3, 4), dtype=np.bool_)) == (
        ContactPhase(0, 3, ("right_heel", "right_toe", "left_heel", "left_toe")),
    )
