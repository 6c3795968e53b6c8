-- Who writes at this moment on the simulator's phones, and until when: the customer, and the desk to him.
ALTER TABLE simulator_phones ADD COLUMN writes_until TIMESTAMPTZ;
ALTER TABLE simulator_phones ADD COLUMN written_to_until TIMESTAMPTZ;
