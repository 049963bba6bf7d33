ALTER TABLE "race_entries" ADD COLUMN "code_number" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "race_entries" ADD COLUMN "code_digest" text;--> statement-breakpoint
ALTER TABLE "race_entries" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "race_entries" ADD CONSTRAINT "race_entries_code_digest_unique" UNIQUE("code_digest");