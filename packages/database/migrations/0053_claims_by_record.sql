-- since 1.0.0: older code leaves the column empty
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "sync_claims_record" ON "sync_claims" USING btree ("record_key");