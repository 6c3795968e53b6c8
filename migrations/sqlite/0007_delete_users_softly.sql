-- A deleted user stays as the author of what he wrote; his e-mail is free again and he is in no list.
ALTER TABLE users ADD COLUMN deleted_at TEXT;
