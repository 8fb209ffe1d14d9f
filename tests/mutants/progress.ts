/**
 * Announces a stage, and shows its progress on the standard error: on one line of a terminal, or now and then elsewhere.
 *
 * @param all how many deployments it tries; nothing is shown if there are none
 * @returns what is called with the name of each deployment that has been tried
 */
export function stage(says: string, all: number): (name: string) => void {
  let done = 0;
  const often = Math.min(50, Math.ceil(all / 5));
  if (all > 0) process.stderr.write(`${says}: ${all}\n`);
  return (name) => {
    done += 1;
    if (process.stderr.isTTY) {
      process.stderr.write(`\r\u001b[2K${done < all ? `${done}/${all} ${name}` : ''}`);
    } else if (done % often === 0) process.stderr.write(`${done}/${all}\n`);
  };
}
