CREATE TABLE "starts" (
	"session_id" uuid NOT NULL,
	"workout_item_index" smallint NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	CONSTRAINT "starts_session_id_workout_item_index_pk" PRIMARY KEY("session_id","workout_item_index")
);
--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "rowing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "start_offset" double precision;--> statement-breakpoint
ALTER TABLE "starts" ADD CONSTRAINT "starts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;