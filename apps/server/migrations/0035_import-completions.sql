CREATE TABLE "import_completions" (
	"import_id" uuid NOT NULL,
	"activity_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"added" jsonb NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_completions_import_id_activity_id_pk" PRIMARY KEY("import_id","activity_id")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "completed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_completions" ADD CONSTRAINT "import_completions_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_completions" ADD CONSTRAINT "import_completions_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_completions_activity" ON "import_completions" USING btree ("activity_id");