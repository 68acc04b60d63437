# A house in a container: `docker build --tag tablee .`, or `podman build --format docker`.
FROM python:3.12-slim AS build
COPY constraints.txt constraints-postgres.txt /src/
RUN python -m venv /opt/tablee \
    && /opt/tablee/bin/pip install --no-cache-dir --require-hashes \
       --requirement /src/constraints.txt --requirement /src/constraints-postgres.txt
COPY pyproject.toml LICENSE /src/
COPY docs/package.md /src/docs/package.md
COPY src /src/src
RUN /opt/tablee/bin/pip install --no-cache-dir --no-deps --no-build-isolation /src \
    && /opt/tablee/bin/python -m compileall -q /opt/tablee/lib

FROM python:3.12-slim
RUN useradd --system --uid 1000 --create-home --shell /usr/sbin/nologin tablee \
    && install -d -o tablee -m 0700 /data /home/tablee/.cache
COPY --from=build /opt/tablee /opt/tablee
ENV PATH=/opt/tablee/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER 1000
VOLUME ["/data", "/home/tablee/.cache"]
EXPOSE 8000
HEALTHCHECK --start-period=60s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
ENTRYPOINT ["tablee"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
