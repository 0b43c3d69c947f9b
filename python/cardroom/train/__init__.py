"""Nets that learn a game from nothing, by playing against themselves.

::

    python -m cardroom.train schwarze-dame --dir runs/sd --minutes 60
    python -m cardroom.train schwarze-dame --resume runs/sd --minutes 60
    python -m cardroom.train export runs/sd --to games/schwarze-dame
    python -m cardroom.train schwarze-dame --dir runs/sd2 --from games/schwarze-dame/net.bin
    python -m cardroom.train exploit schwarze-dame --dir runs/against --from games/schwarze-dame/net.bin --minutes 60

    python -m cardroom.train la-dame-noire --dir runs/ldn --set 'teacher="master"' --minutes 60

The learner is PPO (:mod:`.ppo`). Its policy sees what a seat observes (docs/observations.md). Its critic is used in training
only; it sees all hands (:mod:`.critic`), which tells the luck of the deal from the worth of a play. With a ``teacher`` the policy learns the choices of a bot
instead (:mod:`.pupil`). What a run does depends on its
configuration and its seed alone: a run that was stopped and resumed gives the same weights, to the byte, as one in one go.
NumPy on one thread is all it needs.
"""
