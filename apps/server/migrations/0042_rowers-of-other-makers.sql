ALTER TABLE "activities" DROP CONSTRAINT "activities_machine";--> statement-breakpoint
ALTER TABLE "activity_days" DROP CONSTRAINT "activity_days_machine";--> statement-breakpoint
ALTER TABLE "ranked_results" DROP CONSTRAINT "ranked_results_machine";--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_machine" CHECK ("activities"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'otherrower', 'other'));--> statement-breakpoint
ALTER TABLE "activity_days" ADD CONSTRAINT "activity_days_machine" CHECK ("activity_days"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'otherrower', 'other'));--> statement-breakpoint
ALTER TABLE "ranked_results" ADD CONSTRAINT "ranked_results_machine" CHECK ("ranked_results"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'otherrower', 'other'));