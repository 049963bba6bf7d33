ALTER TABLE "outgoing_destinations" DROP CONSTRAINT "outgoing_destinations_kind";--> statement-breakpoint
ALTER TABLE "outgoing_messages" DROP CONSTRAINT "outgoing_messages_kind";--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "subject" text;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_messages_subject" ON "outgoing_messages" USING btree ("kind","subject");--> statement-breakpoint
-- A service that asked to wait is not asked before.
UPDATE "sync_uploads" SET "next_at" = "sync_connections"."paused_until" FROM "sync_connections"
WHERE "sync_connections"."user_id" = "sync_uploads"."user_id" AND "sync_connections"."service" = "sync_uploads"."service"
  AND "sync_uploads"."next_at" < "sync_connections"."paused_until";--> statement-breakpoint
UPDATE "sync_connections" SET "import_at" = "paused_until" WHERE "import_at" < "paused_until";--> statement-breakpoint
ALTER TABLE "sync_connections" DROP COLUMN "import_attempts";--> statement-breakpoint
ALTER TABLE "sync_connections" DROP COLUMN "paused_until";--> statement-breakpoint
ALTER TABLE "sync_connections" DROP COLUMN "claim";--> statement-breakpoint
ALTER TABLE "sync_connections" DROP COLUMN "claimed_until";--> statement-breakpoint
ALTER TABLE "outgoing_destinations" ADD CONSTRAINT "outgoing_destinations_kind" CHECK ("outgoing_destinations"."kind" in ('mail', 'push', 'webhook', 'intervals', 'logbook'));--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_kind" CHECK ("outgoing_messages"."kind" in ('mail', 'push', 'webhook', 'intervals', 'logbook'));