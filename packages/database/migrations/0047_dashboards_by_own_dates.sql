CREATE INDEX CONCURRENTLY IF NOT EXISTS "dashboard_items_made" ON "dashboard_items" USING btree ("owner_user_id","dashboard_id","type",coalesce("made_at", "created_at"),"id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "dashboard_items_created";
