import type { Page } from '@playwright/test'
import type { Tool } from '#src/assistants/browser/model-context.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'

declare global {
  interface Window {
    tools: Tool[]
  }
}

/** Runs a tool as an assistant in the browser does. */
const execute = (page: Page, name: string, input: Record<string, unknown>): Promise<unknown> =>
  page.evaluate(
    async ([tool, input]) =>
      window.tools.find((candidate) => candidate.name === tool)?.execute(input),
    [name, input] as const,
  )

test('an assistant in the browser finds pieces, reads one and can search (docs/machines.md)', async ({
  page,
  console,
}) => {
  console.allow(/nothing\.md/)
  await page.addInitScript(() => {
    window.tools = []
    const registerTool = async (tool: Tool) => void window.tools.push(tool)
    Object.defineProperty(document, 'modelContext', { value: { registerTool } })
  })
  await openPage(page, '/')
  await expect.poll(() => page.evaluate(() => window.tools.length)).toBe(2)
  const readOnly = await page.evaluate(() =>
    window.tools.every(({ annotations }) => annotations.readOnlyHint),
  )
  expect(readOnly).toBe(true)
  const found = (await execute(page, 'find_pieces', { query: 'diver watch' })) as {
    title: string
    url: string
  }[]
  expect(found[0]).toMatchObject({
    title: 'Sagar Diver 300 Watch',
    price: expect.stringMatching(/^₹[\d,]+\.\d\d$/),
    availability: 'in stock',
  })
  const { title = '', url = '' } = found[0] ?? {}
  expect(await execute(page, 'read_piece', { url })).toContain(`# ${title}`)
  for (const input of ['/product/nothing', 'https://', '', null])
    expect(await execute(page, 'read_piece', { url: input })).toBe('There is no such piece.')
  const form = page.locator('form[toolname]')
  await expect(form).toHaveCount(1)
  await expect(form).toHaveAttribute('toolname', 'search_shop')
  await expect(form).toHaveAttribute('tooldescription', /\.$/)
  await expect(form.locator('[name=search]')).toHaveAttribute('toolparamdescription', /./)
})

test('other browsers fetch nothing of it', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openPage(page, '/')
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((url) => url.includes('model-context'))).toEqual([])
  await expect(page.locator('form[toolname]')).toHaveCount(0)
})
