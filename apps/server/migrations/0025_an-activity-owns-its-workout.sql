DROP INDEX "activities_past";--> statement-breakpoint
DROP INDEX "activities_past_days";--> statement-breakpoint
DROP INDEX "ranked_results_best";--> statement-breakpoint
ALTER TABLE "activity_days" DROP CONSTRAINT "activity_days_user_id_day_pk";--> statement-breakpoint
ALTER TABLE "activities" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ALTER COLUMN "workout_item_index" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ALTER COLUMN "total_calories" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "workout" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "visibility" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "source" text DEFAULT 'monitor' NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "machine" text DEFAULT 'rower' NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_days" ADD COLUMN "machine" text DEFAULT 'rower' NOT NULL;--> statement-breakpoint
ALTER TABLE "ranked_results" ADD COLUMN "machine" text DEFAULT 'rower' NOT NULL;--> statement-breakpoint
-- Begun items kept their texts and places, so that the item's text now is that of the start. Nobody told the 0 kcal of rows in progress.
UPDATE "activities" SET
  "title" = "sessions"."title",
  "workout" = coalesce("sessions"."workout_items"["activities"."workout_item_index" + 1], ''),
  "source" = CASE WHEN "activities"."is_simulated" THEN 'simulated' ELSE 'monitor' END,
  "total_calories" = CASE WHEN "activities"."is_completed" OR "activities"."total_calories" > 0 THEN "activities"."total_calories" END
FROM "sessions" WHERE "sessions"."id" = "activities"."session_id";--> statement-breakpoint
ALTER TABLE "activities" ALTER COLUMN "title" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ALTER COLUMN "workout" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_days" ALTER COLUMN "machine" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "ranked_results" ALTER COLUMN "machine" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "activity_days" ADD CONSTRAINT "activity_days_user_id_day_machine_pk" PRIMARY KEY("user_id","day","machine");--> statement-breakpoint
CREATE INDEX "activities_past" ON "activities" USING btree ("user_id","created_at","id","session_id","visibility","past_distance","past_elapsed_time","past_average_pace","is_partial") WHERE "activities"."is_completed";--> statement-breakpoint
CREATE INDEX "activities_past_days" ON "activities" USING btree ("user_id","day","machine","past_distance","past_elapsed_time") WHERE "activities"."is_completed" and "activities"."source" <> 'simulated';--> statement-breakpoint
CREATE INDEX "ranked_results_best" ON "ranked_results" USING btree ("user_id","machine","piece","pace","activity_id");--> statement-breakpoint
ALTER TABLE "activities" DROP COLUMN "is_simulated";--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_session_item" CHECK (("activities"."session_id" is null) = ("activities"."workout_item_index" is null));--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_visibility" CHECK (case when "activities"."session_id" is null then coalesce("activities"."visibility" in ('me', 'profile'), false)
        else "activities"."visibility" is null end);--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_source" CHECK ("activities"."source" in ('monitor', 'simulated', 'file', 'entered', 'sync'));--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_machine" CHECK ("activities"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'other'));--> statement-breakpoint
ALTER TABLE "activity_days" ADD CONSTRAINT "activity_days_machine" CHECK ("activity_days"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'other'));--> statement-breakpoint
ALTER TABLE "ranked_results" ADD CONSTRAINT "ranked_results_machine" CHECK ("ranked_results"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'other'));
