CREATE TABLE "row_moves" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"beside_session_id" uuid,
	"own" jsonb
);
--> statement-breakpoint
ALTER TABLE "row_moves" ADD CONSTRAINT "row_moves_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_moves" ADD CONSTRAINT "row_moves_beside_session_id_sessions_id_fk" FOREIGN KEY ("beside_session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "row_moves_beside" ON "row_moves" USING btree ("beside_session_id");