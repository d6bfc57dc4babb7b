-- Ready reasons for corrections, kept by admins, and which of them went with which request.
CREATE TABLE "correction_reasons" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "archived_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "correction_reasons_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "correction_reason_uses" (
    "registration_id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ NOT NULL,
    "reason_id" UUID NOT NULL,

    CONSTRAINT "correction_reason_uses_pkey" PRIMARY KEY ("registration_id", "asked_at", "reason_id"),
    CONSTRAINT "correction_reason_uses_registration_id_fkey" FOREIGN KEY ("registration_id") REFERENCES "registrations"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "correction_reason_uses_reason_id_fkey" FOREIGN KEY ("reason_id") REFERENCES "correction_reasons"("id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "correction_reason_uses_reason_idx" ON "correction_reason_uses" ("reason_id", "asked_at");

INSERT INTO "correction_reasons" ("id", "title", "text", "place", "created_at") VALUES
('019b0000-0000-7000-8000-000000000001', 'Código-fonte ausente', 'O ZIP não contém o código-fonte do programa. Envie um ZIP com os arquivos-fonte, e não apenas o programa pronto.', 1, now()),
('019b0000-0000-7000-8000-000000000002', 'Arquivo ilegível', 'Não foi possível ler o ZIP: ele está protegido por senha, vazio ou danificado. Gere o arquivo de novo, sem senha, e confira se ele abre antes de enviar.', 2, now()),
('019b0000-0000-7000-8000-000000000003', 'Senhas ou chaves no ZIP', 'O ZIP contém senhas, chaves ou arquivos de configuração com segredos (como .env). Retire-os, troque as senhas expostas e envie o arquivo de novo.', 3, now()),
('019b0000-0000-7000-8000-000000000004', 'Só dependências de terceiros', 'O ZIP traz principalmente bibliotecas de terceiros (como node_modules ou vendor). Envie só o código escrito pelos autores deste programa.', 4, now()),
('019b0000-0000-7000-8000-000000000005', 'Descrição insuficiente', 'A descrição não permite entender o que o programa faz. Descreva a finalidade, as funções principais e a linguagem utilizada.', 5, now()),
('019b0000-0000-7000-8000-000000000006', 'Titular diferente da lista', 'O titular informado não aparece na lista de titulares. Corrija o nome do titular ou inclua-o na lista com a participação devida.', 6, now()),
('019b0000-0000-7000-8000-000000000007', 'Participações não somam 100%', 'As participações dos titulares não somam 100%. Ajuste os percentuais ou inclua os titulares que faltam.', 7, now()),
('019b0000-0000-7000-8000-000000000008', 'CPF/CNPJ inválido', 'O CPF ou CNPJ informado não é válido. Confira os números do requerente e de cada titular.', 8, now());
