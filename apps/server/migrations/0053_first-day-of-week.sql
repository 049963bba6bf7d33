ALTER TABLE "users" ADD COLUMN "first_day" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_first_day" CHECK ("users"."first_day" in ('Sunday', 'Monday', 'Saturday'));