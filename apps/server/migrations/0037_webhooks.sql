CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club_id" uuid NOT NULL,
	"event" text NOT NULL,
	"session_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"is_delivered" boolean DEFAULT false NOT NULL,
	"problem" text,
	CONSTRAINT "webhook_deliveries_event" CHECK ("webhook_deliveries"."event" in ('session.finished', 'test')),
	CONSTRAINT "webhook_deliveries_test" CHECK (("webhook_deliveries"."event" = 'test') = ("webhook_deliveries"."session_id" is null))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"club_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"nonce" text NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_club_id_webhooks_club_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."webhooks"("club_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_club_id_clubs_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."clubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_session" ON "webhook_deliveries" USING btree ("session_id","club_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_club" ON "webhook_deliveries" USING btree ("club_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "webhooks_set_by" ON "webhooks" USING btree ("set_by");