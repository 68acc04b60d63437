"""The look of the house: tokens, lettering, icons, avatars, and the contact sheet."""
