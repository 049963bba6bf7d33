ALTER TABLE "activities" ADD COLUMN "owner" uuid;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "heard_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_partial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "activities" SET "heard_at" = coalesce("completed_at", "created_at");