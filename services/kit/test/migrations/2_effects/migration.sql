CREATE TABLE effects (id uuid);
