ALTER TABLE "sessions" ADD COLUMN "impersonator_session_id" uuid;--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_log_impersonator" ON "audit_log" USING btree ("impersonator_user_id","at") WHERE "audit_log"."impersonator_user_id" is not null;