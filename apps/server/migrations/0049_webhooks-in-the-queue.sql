DROP INDEX "outgoing_messages_delivery";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "stopped_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_messages_delivery" ON "outgoing_messages" USING btree ("delivery_id");