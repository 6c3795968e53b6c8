-- Which node asks a bot about a message: one that was killed lets go of what it had claimed when it starts again.
ALTER TABLE bot_turns ADD COLUMN claimed_by TEXT;
