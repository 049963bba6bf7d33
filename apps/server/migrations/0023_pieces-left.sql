DROP INDEX "activities_user_session_item";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_left" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "activities_one_of_item" ON "activities" USING btree ("user_id","session_id","workout_item_index") WHERE not "activities"."is_left";--> statement-breakpoint
CREATE INDEX "activities_user" ON "activities" USING btree ("user_id");