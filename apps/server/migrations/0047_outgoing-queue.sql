CREATE TABLE "outgoing_destinations" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"places" smallint NOT NULL,
	"busy_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"problem" text,
	"paused_until" timestamp with time zone,
	CONSTRAINT "outgoing_destinations_kind_name_pk" PRIMARY KEY("kind","name"),
	CONSTRAINT "outgoing_destinations_kind" CHECK ("outgoing_destinations"."kind" in ('mail', 'push', 'webhook')),
	CONSTRAINT "outgoing_destinations_places" CHECK ("outgoing_destinations"."places" > 0)
);
--> statement-breakpoint
CREATE TABLE "outgoing_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"destination" text NOT NULL,
	"priority" smallint NOT NULL,
	"user_id" uuid,
	"delivery_id" uuid,
	"recipient" text,
	"sealed" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	"problem" text,
	"given_up_at" timestamp with time zone,
	CONSTRAINT "outgoing_messages_kind" CHECK ("outgoing_messages"."kind" in ('mail', 'push', 'webhook'))
);
--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_messages_next" ON "outgoing_messages" USING btree ("kind","destination","priority","due_at") WHERE "outgoing_messages"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_messages_claimed" ON "outgoing_messages" USING btree ("claimed_until") WHERE "outgoing_messages"."claim" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_messages_expires" ON "outgoing_messages" USING btree ("expires_at") WHERE "outgoing_messages"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_messages_given_up" ON "outgoing_messages" USING btree ("given_up_at") WHERE "outgoing_messages"."given_up_at" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_messages_user" ON "outgoing_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_delivery" ON "outgoing_messages" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_recipient" ON "outgoing_messages" USING btree ("recipient");