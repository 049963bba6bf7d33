ALTER TABLE "users" ADD COLUMN "is_former" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_training_partner" ON "users" USING btree ("training_partner_id") WHERE "users"."training_partner_id" is not null;--> statement-breakpoint
-- A search finds no record that stands for a deleted user.
DROP TRIGGER keep_name_parts ON users;--> statement-breakpoint
CREATE TRIGGER keep_name_parts AFTER INSERT OR UPDATE OF display_name ON users
FOR EACH ROW WHEN (NOT NEW.is_former) EXECUTE FUNCTION public.keep_user_name_parts();
