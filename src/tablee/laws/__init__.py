"""The laws that every game keeps, for `tablee check-game NAME` and `pytest --pyargs tablee.laws`.

Cards are conserved, texts read back, views leak nothing, refusals name a clause, tables show every
move as one gesture. They are tried at every player count and option of every game of another
package that is on the shelf, or of those that `TABLEE_GAMES` names.
"""
