CREATE TABLE "read_entries" (
	"import_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"entry" jsonb NOT NULL,
	CONSTRAINT "read_entries_import_id_index_pk" PRIMARY KEY("import_id","index")
);
--> statement-breakpoint
CREATE TABLE "read_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"file_names" text[] NOT NULL,
	"time_zone" text NOT NULL,
	"version" smallint NOT NULL,
	"entries" integer NOT NULL,
	"has_wall_clock" boolean NOT NULL,
	"bytes" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"kept_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "read_strokes" (
	"import_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"first" integer NOT NULL,
	"count" smallint NOT NULL,
	"packed" "bytea" NOT NULL,
	CONSTRAINT "read_strokes_import_id_index_first_pk" PRIMARY KEY("import_id","index","first")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "chosen" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "choice" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "progress_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
-- Imports of the version before were stored at once.
UPDATE "imports" SET "chosen" = "count", "progress_at" = "created_at", "ended_at" = "created_at";--> statement-breakpoint
ALTER TABLE "imports" ALTER COLUMN "chosen" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "read_entries" ADD CONSTRAINT "read_entries_import_id_read_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."read_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_imports" ADD CONSTRAINT "read_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_strokes" ADD CONSTRAINT "read_strokes_import_id_index_read_entries_import_id_index_fk" FOREIGN KEY ("import_id","index") REFERENCES "public"."read_entries"("import_id","index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "read_imports_user" ON "read_imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "read_imports_kept" ON "read_imports" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("id") WHERE "imports"."ended_at" is null;