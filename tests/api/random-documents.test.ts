import { testRandomDocuments } from '#tests/helpers/random-documents-test.ts'

// DOCUMENT_ORDERS=500 takes some minutes.
testRandomDocuments(Number(process.env['DOCUMENT_ORDERS'] ?? 40))
