CREATE TABLE "workout_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"club_id" uuid,
	"title" text NOT NULL,
	"workout_item" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workout_templates_owner" CHECK (num_nonnulls("workout_templates"."user_id", "workout_templates"."club_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "workout_templates" ADD CONSTRAINT "workout_templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workout_templates" ADD CONSTRAINT "workout_templates_club_id_clubs_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."clubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workout_templates_user" ON "workout_templates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "workout_templates_club" ON "workout_templates" USING btree ("club_id");