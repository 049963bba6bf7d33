ALTER TABLE "activity_origins" ADD COLUMN "is_day_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "notes" text[] DEFAULT '{}' NOT NULL;