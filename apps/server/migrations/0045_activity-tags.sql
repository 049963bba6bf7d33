CREATE TABLE "activity_tags" (
	"activity_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"tag" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "activity_tags_activity_id_place_pk" PRIMARY KEY("activity_id","place")
);
--> statement-breakpoint
ALTER TABLE "activity_tags" ADD CONSTRAINT "activity_tags_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_tags" ADD CONSTRAINT "activity_tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_tags_user" ON "activity_tags" USING btree ("user_id","tag");