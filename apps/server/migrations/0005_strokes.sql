CREATE TABLE "stroke_chunks" (
	"activity_id" uuid NOT NULL,
	"first" integer NOT NULL,
	"count" smallint NOT NULL,
	"packed" "bytea" NOT NULL,
	CONSTRAINT "stroke_chunks_activity_id_first_pk" PRIMARY KEY("activity_id","first")
);
--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "stroke_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stroke_chunks" ADD CONSTRAINT "stroke_chunks_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;