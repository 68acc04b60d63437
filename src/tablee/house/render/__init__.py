"""What pages are made with: templates, phrases, styles and drawings."""
