CREATE TABLE "boards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "boards_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "boards_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
ALTER TABLE "boards" ADD CONSTRAINT "boards_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;