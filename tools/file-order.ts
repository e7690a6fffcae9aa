import type { TestSpecification } from 'vitest/node'

/** A few lines that try many cases. */
const RANDOM = /\/random-[\w-]+\.test\.ts$/

type File = Pick<TestSpecification, 'moduleId'> & { project: { name: string } }

function toRank({ project, moduleId }: File): number {
  if (RANDOM.test(moduleId)) return 0
  return project.name === 'shared' ? 1 : 2
}

/**
 * Puts long files first, so that no worker is busy with one at the end while the others wait. Without results of an
 * earlier run, vitest takes the size of a file for its time, and sorts the projects by their names.
 */
export const putLongFirst = <Spec extends File>(files: Spec[]): Spec[] =>
  files.toSorted((a, b) => toRank(a) - toRank(b))
