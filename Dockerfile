# The suite with its browser, run by a user without rights. The version of the image is that of @playwright/test.
FROM mcr.microsoft.com/playwright:v1.65.1-noble

WORKDIR /suite
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false
COPY . .

# All that a run writes is in one folder, which may be mounted.
ENV CONFORMANCE_OUTPUT=/results
RUN mkdir /results && chown pwuser:pwuser /results
VOLUME /results
USER pwuser

ENTRYPOINT ["npm", "run"]
CMD ["conformance:live"]
