-- since 1.0.0: code before it makes no claims
ALTER TABLE "sync_claims" ALTER COLUMN "key" SET DATA TYPE uuid USING md5("key")::uuid;
