ALTER TABLE "activities" ALTER COLUMN "stroke_rate" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ALTER COLUMN "total_calories" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_days" ADD COLUMN "without_calories" integer DEFAULT 0 NOT NULL;