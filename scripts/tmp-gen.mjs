const m = await import('/work/main/scripts/torture/aged-database.ts')
for (const engine of ['sqlite', 'postgres']) {
  const t = performance.now(); const c = process.cpuUsage()
  const copy = await m.copyAgedShop(engine, 10000)
  console.log(engine, Math.round((performance.now() - t) / 1000), 's')
  await copy[Symbol.asyncDispose]()
}
process.exit(0)
