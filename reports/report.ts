/** `npm run report`: the Allure report of the last run, as one file. */
import path from 'node:path';
import { command } from './command.ts';
import { defaultOutput } from './output.ts';
import { buildReport } from './write/allure-page.ts';

await command(() => console.log(path.relative(process.cwd(), buildReport(defaultOutput()))));
