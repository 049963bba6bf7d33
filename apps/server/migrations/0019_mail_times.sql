ALTER TABLE "notification_mails" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "locale" text;